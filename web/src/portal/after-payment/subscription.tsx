import type { PortalReceipt } from '@tallystick/sdk'
import { useTexts } from '../../ui/language.js'
import { Time } from '../../ui/time.js'

/** Shows when the subscription that pays this receipt is charged next, and how to cancel it. */
export function Subscription({ receipt }: { receipt: PortalReceipt }) {
  const { page, subscription: texts } = useTexts()
  const { subscription, brandName } = receipt
  if (!subscription) return null
  const { nextChargeAt } = subscription
  return (
    <div class="subscription">
      <h2>{texts.title}</h2>
      {nextChargeAt === null ? (
        <p>{texts.ended}</p>
      ) : (
        <>
          <p>
            {texts.nextCharge} <Time at={nextChargeAt} />
          </p>
          <p class="note">{texts.cancel(brandName || page.theShop)}</p>
        </>
      )}
    </div>
  )
}
