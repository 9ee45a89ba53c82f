import { StatusPill } from '../ui/status-pill.js'
import type { PortalReceipt } from '../view.js'
import { wordsOf } from './words-of.js'

/** How the payment stands. Read out whenever it changes. */
export function StatusLine({ receipt, isLive }: { receipt: PortalReceipt; isLive: boolean }) {
  const { tone, word, text } = wordsOf(receipt)
  return (
    <div class="status-line">
      <div role="status" class="status">
        <StatusPill tone={tone} word={word} />
        <p>{text}</p>
      </div>
      <p class="note without-script">Load this page again to see whether a payment has arrived.</p>
      {/* Apart from it, or a lost connection would have the whole status read out again. */}
      <p role="status" class={isLive ? 'unseen' : 'note'}>
        {isLive
          ? ''
          : 'Reconnecting. Your payment is not affected, and this page catches up by itself.'}
      </p>
    </div>
  )
}
