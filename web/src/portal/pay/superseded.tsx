import type { PortalReceipt } from '@tallystick/sdk'
import { useTexts } from '../../ui/language.js'
import { deriveStage } from '../state/derive-stage.js'
import { canFinishPaying } from '../state/is-still-due.js'
import type { Phase } from './use-payment.js'

/** Warns a buyer whose wallet still asks for a payment that is no longer due. */
export function Superseded({ receipt, phase }: { receipt: PortalReceipt; phase: Phase }) {
  const { pay } = useTexts()
  const isSuperseded =
    phase.kind === 'busy' &&
    phase.step !== 'relaying' &&
    !canFinishPaying(receipt, phase.attempt.sent)
  const cause = deriveStage(receipt) === 'sold_out' ? pay.soldOutNow : pay.alreadyPaid
  return (
    <p role="alert" class={isSuperseded ? 'notice' : 'visually-hidden'}>
      {isSuperseded && `${cause} ${pay.rejectRequest}`}
    </p>
  )
}
