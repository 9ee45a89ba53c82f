import { type Static, Type } from 'typebox'

/** Any text is good: what nothing matches finds nothing. */
const text = (description: string) => Type.Optional(Type.String({ description }))

export const TaxCatalogueQuery = Type.Object({
  country: text('Two letters, e.g. US'),
  q: text('Part of a code, a name or the name of a component'),
  code: text('e.g. US-CA'),
})

const rate = Type.Number({ description: '0.06 is 6 %' })

export const TaxJurisdiction = Type.Object(
  {
    code: Type.String({ description: 'e.g. US-CA' }),
    country: Type.String({ description: 'ISO 3166-1, or XI for Northern Ireland' }),
    region: Type.Union([Type.String(), Type.Null()], {
      description: 'ISO 3166-2 without the country; null for all of it',
    }),
    name: Type.String(),
    rate,
    components: Type.Array(Type.Object({ code: Type.String(), name: Type.String(), rate }), {
      description: 'Parts that orders can choose; their rates sum to the rate',
    }),
    effectiveFrom: Type.Union([Type.String(), Type.Null()], {
      description: 'A day since when the rate applies; null for rates of the merchant',
    }),
    source: Type.String({ description: 'Who publishes the rate' }),
    kind: Type.Enum(['catalogue', 'merchant'], {
      type: 'string',
      description: "Whether the rate is the catalogue's or set in the shop's configuration",
    }),
  },
  { title: 'TaxJurisdiction' },
)
export type TaxJurisdiction = Static<typeof TaxJurisdiction>

export const TaxCatalogue = Type.Object(
  {
    ok: Type.Literal(true),
    jurisdictions: Type.Array(TaxJurisdiction, { description: 'By country, region and code' }),
    provider: Type.Literal('static', { description: 'Where the catalogue comes from' }),
    updatedAt: Type.Integer({ description: 'Unix ms; when the catalogue was last checked' }),
  },
  { title: 'TaxCatalogue' },
)
