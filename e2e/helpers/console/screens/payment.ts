import type { ScreenStates } from './screen-states.js'

const form = 'A form has no list.'

export const payment: ScreenStates = {
  path: '/payment',
  reads: [],
  answers: {},
  states: {
    empty: { shows: 'Amount' },
    one: { none: form },
    many: {
      shows: /Create payment of \$24/,
      act: async (page) => page.getByRole('textbox', { name: 'Amount' }).fill('24'),
    },
    loading: { none: 'The form needs nothing from the service to open.' },
    stale: {},
    degraded: { none: 'A quote is refused without the database, which is its error.' },
    refused: {},
    error: { none: form },
  },
}
