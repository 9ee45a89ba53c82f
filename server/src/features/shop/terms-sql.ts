import type { Config } from '../../platform/config/config.js'
import { defaultSettings } from './default-settings.js'
import { mergeConfig } from './merge-config.js'
import type { ShopConfig, StoredSettings } from './schemas.js'

/** The settings that payment pages show: theme, contact, payments, tax id, and who may frame them. */
export type PaymentTerms = Pick<ShopConfig, 'theme' | 'contact' | 'payments'> & {
  taxId: string
  embedOrigins: readonly string[]
}

/** Stored terms as JSON. Null fields were never set. */
export type TermsRow = {
  theme: NonNullable<StoredSettings['theme']> | null
  contact: NonNullable<StoredSettings['contact']> | null
  payments: NonNullable<StoredSettings['payments']> | null
  taxId: string | null
  embedOrigins: readonly string[] | null
}

/** SQL of the payment terms for a receipt, as JSON. Null before the shop's first change. */
export const termsOf = (receipt: string) => `(
  select json_build_object(
    'theme', config -> 'theme', 'contact', config -> 'contact', 'payments', config -> 'payments',
    'taxId', config -> 'tax' ->> 'taxId',
    'embedOrigins', config -> 'publicOrders' -> 'embedOrigins'
  )
  from shops where merchant = ${receipt}.merchant
)`

/** Returns the payment terms of a shop, with defaults for unset fields. */
export function toTerms(row: TermsRow | null, config: Config): PaymentTerms {
  const { theme, contact, payments } = defaultSettings(config)
  return {
    theme: mergeConfig(theme, row?.theme ?? {}),
    contact: mergeConfig(contact, row?.contact ?? {}),
    payments: mergeConfig(payments, row?.payments ?? {}),
    taxId: row?.taxId ?? '',
    embedOrigins: row?.embedOrigins ?? [],
  }
}
