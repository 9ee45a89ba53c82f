import { AppError } from '../../lib/errors.js'
import { readFields } from '../../lib/fields/read-fields.js'
import type { Config } from '../../platform/config/config.js'
import type { StoredSettings } from './settings.js'
import { shopRules } from './shop-rules.js'

/**
 * Validates a change and returns its known fields in stored form.
 *
 * @throws {AppError} `invalid_input`, with all problems.
 */
export function checkChange(change: object, mode: Config['mode']): StoredSettings {
  const { accepted, problems } = readFields(shopRules(mode), change)
  if (problems.length > 0) throw new AppError('invalid_input', problems.join('. '))
  return accepted
}
