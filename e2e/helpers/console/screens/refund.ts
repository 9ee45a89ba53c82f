import { sampleReceipt } from './sample-receipts.js'
import type { AnswerOf, ScreenStates } from './screen-states.js'

/** A paid receipt with this number of lines. */
function soldReceipt(lines: number): AnswerOf<'/api/receipts/{id}'> {
  const lineItems = Array.from({ length: lines }, (_, index) => ({
    lineId: `l${index}`,
    label: `House espresso beans, ${index + 1} kg, washed and roasted on the day of the order`,
    priceUsd: 12.5,
    qty: 2,
  }))
  const totalUsd = lines * 25
  return { ...sampleReceipt(), lineItems, totalUsd, marked: true } as AnswerOf<'/api/receipts/{id}'>
}

export const refund: ScreenStates = {
  path: '/refund?receipt=NB-20434',
  reads: ['/api/receipts/{id}'],
  answers: { '/api/receipts/{id}': soldReceipt(12) },
  states: {
    empty: { path: '/refund', shows: 'There is no such screen' },
    one: { answers: { '/api/receipts/{id}': soldReceipt(1) }, shows: '1 kg' },
    many: { shows: '12 kg' },
    loading: {},
    stale: {},
    degraded: {
      answers: { '/api/receipts/{id}': { ...soldReceipt(1), degraded: true } },
    },
    refused: {},
    error: {},
  },
}
