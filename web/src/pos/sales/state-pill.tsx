import { reportTexts } from '../../core/texts/en-pos-reports.js'
import { PosIcon } from '../icons.js'
import type { SaleState } from './sold-receipt.js'

const texts = reportTexts.sales

/** Shows the state of a sale as icon and word. */
export function StatePill({ state }: { state: SaleState }) {
  const tones = {
    paid: 'good',
    partly: 'good',
    refunded: '',
    requested: 'warn',
    canceled: '',
    waiting: '',
    problem: 'bad',
  }
  const tone = tones[state]
  return (
    <span class={`pill ${tone || 'plain'}`}>
      <PosIcon name={tone === 'good' ? 'check' : tone === '' ? 'list' : 'warn'} />
      {texts.states[state]}
    </span>
  )
}
