import { type Static, Type } from 'typebox'
import { DegradedFields } from '../../platform/degraded/degraded.js'

/** Accepts any text. An unknown value matches nothing. */
const text = (description: string) => Type.Optional(Type.String({ description }))

export const TaxCatalogQuery = Type.Object({
  country: text('Two letters, for example US'),
  q: text('Part of a code, a name or the name of a component'),
  code: text('For example US-CA'),
})

const rate = Type.Number({ description: '0.06 is 6 %' })

export const TaxJurisdiction = Type.Object(
  {
    code: Type.String({ description: 'For example US-CA' }),
    country: Type.String({ description: 'ISO 3166-1, or XI for Northern Ireland' }),
    region: Type.Union([Type.String(), Type.Null()], {
      description: 'ISO 3166-2 without the country; null for the whole country',
    }),
    name: Type.String(),
    rate,
    components: Type.Array(Type.Object({ code: Type.String(), name: Type.String(), rate }), {
      description: 'Components that orders can select; their rates sum to `rate`',
    }),
    effectiveFrom: Type.Union([Type.String(), Type.Null()], {
      description: 'First day of the rate; null for rates set by the merchant',
    }),
    source: Type.String({ description: 'Publisher of the rate' }),
    kind: Type.Enum(['catalogue', 'merchant'], {
      type: 'string',
      description: 'Whether the rate comes from the catalog or from the shop configuration',
    }),
  },
  { title: 'TaxJurisdiction' },
)
export type TaxJurisdiction = Static<typeof TaxJurisdiction>

export const TaxCatalog = Type.Object(
  {
    ok: Type.Literal(true),
    jurisdictions: Type.Array(TaxJurisdiction, {
      description: 'Sorted by country, region and code',
    }),
    provider: Type.Literal('static', { description: 'Source of the catalog' }),
    updatedAt: Type.Integer({ description: 'Unix ms; when the catalog was last checked' }),
    ...DegradedFields,
  },
  { title: 'TaxCatalogue' },
)
