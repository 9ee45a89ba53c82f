import type { PortalReceipt } from '@tallystick/sdk'
import type { PaymentOption } from '../../api/payment-option.js'
import { CopyButton } from '../../ui/copy-button.js'
import { Hash } from '../../ui/hash.js'

/** For whoever pays from an exchange, or types it in: where to, and what goes wrong most often. */
export function SendByHand({
  payment,
  option,
}: {
  payment: PortalReceipt['payment']
  option: PaymentOption
}) {
  const { depositAddress, network } = payment
  return (
    <div class="by-hand">
      <p>
        Or send it yourself, from a wallet or an exchange, to this address. It belongs to this
        receipt alone.
      </p>
      <div class="pair">
        <p>
          <Hash value={depositAddress} whole />
        </p>
        <CopyButton text={depositAddress} what="address" />
      </div>
      <p class="note">
        Only {option.symbol} on {network.name}, and the amount as it stands above: what an exchange
        keeps as its fee comes on top.
      </p>
    </div>
  )
}
