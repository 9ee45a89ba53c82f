import type { PortalReceipt } from '@tallystick/sdk'
import { formatCountdown } from '../../core/format/format-countdown.js'
import { useTexts } from '../../ui/language.js'
import { Time } from '../../ui/time.js'
import { canPay, deriveStage } from '../state/derive-stage.js'

const dayMs = 86_400_000

/**
 * Shows until when the receipt can be paid. A buyer who has paid a part may pay the rest at any
 * time.
 */
export function TimeLeft({ receipt, now }: { receipt: PortalReceipt; now: number }) {
  const { time } = useTexts()
  const { expiresAt } = receipt
  if (expiresAt === null || !canPay(receipt) || deriveStage(receipt) === 'part_paid') return null
  const leftMs = expiresAt - now
  const deadline = (
    <>
      {time.payBy} <Time at={expiresAt} />
    </>
  )
  if (leftMs >= dayMs) return <p class="time-left">{deadline}</p>
  return (
    <p class="time-left">
      <span class="needs-script" role="timer">
        {time.left} <b class="money">{formatCountdown(leftMs)}</b>
      </span>
      <span class="without-script">{deadline}</span>
    </p>
  )
}
