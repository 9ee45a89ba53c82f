import type { PortalReceipt } from '@tallystick/sdk'
import type { PaymentOption } from '../../api/payment-option.js'
import { CopyButton } from '../../ui/copy-button.js'
import { Hash } from '../../ui/hash.js'

type Props = { payment: PortalReceipt['payment']; option: PaymentOption }

/** Shows the address for a payment from an exchange or any wallet, and warns of the most common mistakes. */
export function ManualPayment({ payment, option }: Props) {
  const { depositAddress, network } = payment
  return (
    <div class="manual">
      <p>
        Or send the payment yourself, from a wallet or an exchange. This address is only for this
        receipt.
      </p>
      <div class="row">
        <p>
          <Hash value={depositAddress} whole />
        </p>
        <CopyButton text={depositAddress} what="address" />
      </div>
      <p class="note">
        Send only {option.symbol} on {network.name}, and the exact amount above. If your exchange
        charges a fee, add it on top.
      </p>
    </div>
  )
}
