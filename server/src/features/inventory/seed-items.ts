import { AppError } from '../../lib/errors.js'
import { readFields } from '../../lib/fields/read-fields.js'
import type { Address } from '../../lib/hex.js'
import type { Config } from '../../platform/config/config.js'
import type { Context } from '../../platform/context.js'
import { changeCatalogue } from './change-catalogue.js'
import type { ItemFields } from './item.js'
import { itemRules } from './item-rules.js'
import { mergeItem } from './merge-item.js'
import { putItems, stampItem } from './put-items.js'
import type { UpsertItemBody } from './schemas.js'

/**
 * Adds initial items to a catalogue that never had any, so deleted items do not come back. Of concurrent calls, the
 * first one wins. The audit log has no entry, because no user made the change.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function seedItems(
  ctx: Context,
  { merchant, items }: { merchant: Address; items: readonly UpsertItemBody[] },
): Promise<void> {
  const seeds = items.map((item) => readSeed(item, ctx.config.mode))

  await changeCatalogue(ctx, {
    merchant,
    async change(inTx, catalogue) {
      const isUntouched = catalogue.version === 0
      if (!isUntouched) return

      const before = null
      const updates = seeds.map((fields) => ({
        before,
        after: stampItem(ctx, { merchant, before, fields }),
      }))
      await putItems(inTx, { catalogue, updates })
    },
  })
}

function readSeed(item: UpsertItemBody, mode: Config['mode']): ItemFields {
  const { accepted, problems } = readFields(itemRules(mode), item)
  if (problems.length > 0) throw new AppError('invalid_input', problems.join('. '))

  const merged = mergeItem(null, accepted)
  if ('problem' in merged) throw new AppError('invalid_input', merged.problem)
  return merged.value
}
