import type { ScreenStates } from './screen-states.js'

const parts = 'The page shows the parts of every screen, and reads nothing.'

export const partsPage: ScreenStates = {
  path: '/parts',
  reads: [],
  answers: {},
  states: {
    empty: { none: parts },
    one: { none: parts },
    many: { shows: 'Money' },
    loading: { none: parts },
    stale: { none: parts },
    degraded: { none: parts },
    refused: { none: parts },
    error: { none: parts },
  },
}
