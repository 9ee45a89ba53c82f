import type { PortalReceipt } from '@tallystick/sdk'
import { useEffect, useRef } from 'preact/hooks'
import { useLanguage } from '../../ui/language.js'
import { StatusPill } from '../../ui/status-pill.js'
import { Total } from '../order-summary/total.js'
import type { Notice } from '../pay/describe-failure.js'
import { deriveStage, isSettling, payableStages, type Stage } from '../state/derive-stage.js'
import { describeStatus, isStatus } from './describe-status.js'
import { useAttention } from './use-attention.js'

/** Stages in which the buyer waits for something. */
const waitingStages: readonly Stage[] = [...payableStages, 'sent', 'card_charged', 'confirming']

type Props = { receipt: PortalReceipt; notice: Notice | null; isLive: boolean }

/**
 * Shows the payment's status. Screen readers announce every change, and a result receives the
 * focus.
 */
export function StatusLine({ receipt, notice, isLive }: Props) {
  const language = useLanguage()
  const { tone, word, text } = describeStatus(receipt, language, notice)
  const stage = deriveStage(receipt)
  const status = useAttention(stage)
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (notice) line.current?.scrollIntoView({ block: 'nearest' })
  }, [notice])
  const texts = language.texts.status
  const hasNotice = isStatus(notice, stage)
  const isSettled = isSettling(stage)
  const isPlain = stage === 'open' && !hasNotice
  return (
    <div class={`status-line ${isPlain ? 'plain' : tone}${isSettled ? ' hero' : ''}`} ref={line}>
      <div role="status" class={`status ${stage}`} tabIndex={-1} ref={status}>
        <StatusPill tone={tone} word={word} />
        {isSettled && <Total receipt={receipt} />}
        {!hasNotice && <p class={isPlain ? 'needs-script' : ''}>{text}</p>}
      </div>
      {/* The notice of a failed attempt replaces the text. It is announced at once. */}
      <p role="alert" class={describeAlert(notice, hasNotice)}>
        {hasNotice ? text : notice?.text}
      </p>
      {waitingStages.includes(stage) && <p class="note without-script">{texts.reload}</p>}
      {/* A separate region, so that a lost connection does not repeat the whole status. It floats:
          in view at every position, it moves nothing. */}
      <p role="status" class={isLive ? 'visually-hidden' : 'toast'}>
        {isLive ? '' : texts.reconnecting}
      </p>
    </div>
  )
}

/** Only a notice beside another status needs a box. */
function describeAlert(notice: Notice | null, isOnly: boolean): string {
  if (!notice) return 'visually-hidden'
  return isOnly ? 'status-text' : 'notice'
}
