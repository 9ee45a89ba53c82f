import { type Static, Type } from 'typebox'
import { DegradedFields } from '../../platform/degraded/degraded.js'
import { integer, namedObject, number, okResponse, orNull } from '../../platform/http/schemas.js'

/** Accepts any text. An unknown value matches nothing. */
const optionalText = (description: string) => Type.Optional(Type.String({ description }))

export const TaxCatalogQuery = Type.Object({
  country: optionalText('Two letters, for example US'),
  q: optionalText('Part of a code, a name or the name of a component'),
  code: optionalText('For example US-CA'),
})

const rate = number('0.06 is 6 %')

export const TaxJurisdiction = namedObject('TaxJurisdiction', {
  code: Type.String({ description: 'For example US-CA' }),
  country: Type.String({ description: 'ISO 3166-1, or XI for Northern Ireland' }),
  region: orNull(Type.String(), 'ISO 3166-2 without the country; null for the whole country'),
  name: Type.String(),
  rate,
  components: Type.Array(Type.Object({ code: Type.String(), name: Type.String(), rate }), {
    description: 'Components that orders can select; their rates sum to `rate`',
  }),
  effectiveFrom: orNull(Type.String(), 'First day of the rate; null for rates set by the merchant'),
  source: Type.String({ description: 'Publisher of the rate' }),
  kind: Type.Enum(['catalogue', 'merchant'], {
    type: 'string',
    description: 'Whether the rate comes from the catalog or from the shop configuration',
  }),
})
export type TaxJurisdiction = Static<typeof TaxJurisdiction>

export const TaxCatalog = okResponse('TaxCatalog', {
  jurisdictions: Type.Array(TaxJurisdiction, {
    description: 'Sorted by country, region and code',
  }),
  provider: Type.Literal('static', { description: 'Source of the catalog' }),
  updatedAt: integer('Unix ms; when the catalog was last checked'),
  ...DegradedFields,
})
