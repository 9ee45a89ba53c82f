import { receiptPage } from './sample-receipts.js'
import type { ScreenStates } from './screen-states.js'

export const receipts: ScreenStates = {
  path: '/receipts',
  reads: ['/api/receipts'],
  answers: { '/api/receipts': receiptPage(60) },
  states: {
    empty: { answers: { '/api/receipts': receiptPage(0) }, shows: 'No receipts yet' },
    one: { answers: { '/api/receipts': receiptPage(1) }, shows: '1 receipt' },
    many: { shows: '60 receipts' },
    loading: {},
    stale: {},
    degraded: { answers: { '/api/receipts': { ...receiptPage(60), degraded: true } } },
    refused: {},
    error: {},
  },
}
