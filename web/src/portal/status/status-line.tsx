import type { PortalReceipt } from '@tallystick/sdk'
import { StatusPill } from '../../ui/status-pill.js'
import { payable, type Stage, stageOf } from '../state/derive-stage.js'
import { wordsOf } from './describe-status.js'

/** Where something is still to come. */
const waiting: readonly Stage[] = [...payable, 'sent', 'confirming']

/** How the payment stands. Read out whenever it changes. */
export function StatusLine({ receipt, isLive }: { receipt: PortalReceipt; isLive: boolean }) {
  const { tone, word, text } = wordsOf(receipt)
  const stage = stageOf(receipt)
  return (
    <div class="status-line">
      <div role="status" class="status">
        <StatusPill tone={tone} word={word} />
        <p>
          {text}
          {stage === 'open' && <span class="needs-script"> This page notices by itself.</span>}
        </p>
      </div>
      {waiting.includes(stage) && (
        <p class="note without-script">
          Load this page again to see whether a payment has arrived.
        </p>
      )}
      {/* Apart from it, or a lost connection would have the whole status read out again. */}
      <p role="status" class={isLive ? 'unseen' : 'note'}>
        {isLive
          ? ''
          : 'Reconnecting. Your payment is not affected, and this page catches up by itself.'}
      </p>
    </div>
  )
}
