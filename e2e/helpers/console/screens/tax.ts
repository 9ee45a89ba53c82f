import type { AnswerOf, ScreenStates } from './screen-states.js'
import { emptyConfig, fullConfig } from './shop.js'

type Catalog = AnswerOf<'/api/tax/catalog'>
type Jurisdiction = Catalog['jurisdictions'][number]

const newYork: Jurisdiction = {
  code: 'US-NY',
  country: 'US',
  region: 'NY',
  name: 'New York',
  rate: 0.08875,
  components: fullConfig.tax.overrides[0]?.components ?? [],
  effectiveFrom: null,
  source: 'shop configuration',
  kind: 'merchant',
}

const germany: Jurisdiction = {
  code: 'DE',
  country: 'DE',
  region: null,
  name: 'Germany',
  rate: 0.19,
  components: [{ code: 'vat', name: 'VAT', rate: 0.19 }],
  effectiveFrom: '2007-01-01',
  source: 'European Commission, Taxes in Europe Database',
  kind: 'catalogue',
}

const catalog: Catalog = {
  ok: true,
  jurisdictions: [
    germany,
    { ...germany, code: 'US-CA', name: 'California', rate: 0.0725 },
    newYork,
  ],
  provider: 'static',
  updatedAt: 1,
}

export const tax: ScreenStates = {
  path: '/tax',
  reads: ['/api/tax/catalog', '/api/shop/config'],
  answers: { '/api/tax/catalog': catalog, '/api/shop/config': { config: fullConfig } },
  states: {
    empty: {
      answers: { '/api/shop/config': { config: emptyConfig } },
      shows: 'You use the rates of the catalog.',
    },
    one: {
      answers: {
        '/api/shop/config': {
          config: {
            ...emptyConfig,
            tax: { ...emptyConfig.tax, defaultJurisdictionCode: 'DE', priceIncludesTax: true },
          },
        },
      },
      shows: '19 % in total',
    },
    many: { shows: '8.875 % in total' },
    loading: {},
    stale: {},
    degraded: {
      answers: {
        '/api/tax/catalog': { ...catalog, degraded: true, reason: 'datastore_unavailable' },
      },
    },
    refused: {},
    error: {},
  },
}

/** Panels and dialogs above the screen. */
export const taxDialogs: ScreenStates = {
  ...tax,
  states: {
    ...tax.states,
    empty: {
      async act(page) {
        await page.getByRole('button', { name: 'Change', exact: true }).click()
        await page.getByRole('searchbox', { name: 'Search jurisdictions' }).fill('Atlantis')
      },
      shows: 'No jurisdiction matches',
    },
    one: {
      async act(page) {
        await page.getByRole('button', { name: 'Add rates' }).click()
      },
      shows: 'Name of component 1',
    },
    many: {
      async act(page) {
        await page.getByRole('button', { name: 'Edit the rates of US-NY' }).click()
      },
      shows: 'Name of component 3',
    },
  },
}
