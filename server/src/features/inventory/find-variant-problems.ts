import { isDeepStrictEqual } from 'node:util'
import { invalidInput } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import type { ItemUpdate } from './put-items.js'
import { listVariantRows, type VariantRow } from './store.js'

const maxVariants = 100

type VariantProblem = { sku: string; message: string }

/**
 * Refuses updates that would leave the variants of a product inconsistent.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function requireConsistentVariants(
  ctx: Pick<TxContext, 'db'>,
  input: { merchant: Address; updates: readonly ItemUpdate[] },
): Promise<void> {
  const [first] = await findVariantProblems(ctx, input)
  if (first) throw invalidInput(`${first.message}.`)
}

/**
 * Returns what updates break between items: two variants with the same options, a variant that has
 * variants, or too many of them.
 */
export async function findVariantProblems(
  ctx: Pick<TxContext, 'db'>,
  { merchant, updates }: { merchant: Address; updates: readonly ItemUpdate[] },
): Promise<VariantProblem[]> {
  const variants = updates.map(({ after }) => after).filter(({ parentSku }) => parentSku !== null)
  if (variants.length === 0) return []

  const skus = [...new Set(variants.map(({ parentSku }) => parentSku as string))]
  const parentSkus = [...skus, ...variants.map(({ sku }) => sku)]
  const stored = await listVariantRows(ctx.db, { merchant, skus, parentSkus })
  const changedIds = new Set(updates.map(({ after }) => after.id))
  const family = createFamily([
    ...stored.filter(({ id }) => !changedIds.has(id)),
    ...updates.map(({ after }) => after),
  ])
  return variants.flatMap((variant) => {
    const message = family.describeProblem(variant)
    return message ? [{ sku: variant.sku, message }] : []
  })
}

function createFamily(items: readonly VariantRow[]) {
  const bySku = new Map(items.map((item) => [item.sku, item]))
  const byParent = new Map<string, VariantRow[]>()
  for (const item of items) {
    if (item.parentSku === null) continue
    const siblings = byParent.get(item.parentSku)
    if (siblings) siblings.push(item)
    else byParent.set(item.parentSku, [item])
  }

  return {
    describeProblem({ id, sku, parentSku, options }: VariantRow): string | null {
      const siblings = byParent.get(parentSku ?? '') ?? []
      if (siblings.length > maxVariants) return `A product has at most ${maxVariants} variants`
      if (byParent.has(sku)) return `${sku} has variants, so it cannot be a variant itself`
      if (bySku.get(parentSku ?? '')?.parentSku) return `${parentSku} is a variant itself`
      const twin = siblings.find(
        (sibling) => sibling.id !== id && isDeepStrictEqual(sibling.options, options),
      )
      return twin ? `${twin.sku} already has these options` : null
    },
  }
}
