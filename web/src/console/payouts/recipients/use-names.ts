import { useSession } from '../../session/session.js'
import { useConsoleTexts } from '../../texts.js'
import { isSameAddress, shortAddress } from '../short-address.js'
import type { Split } from '../use-payouts.js'

/** Returns how to call a recipient: by its label, its part, or its address. */
export function useNames(split: Split | null): (address: string) => string {
  const { recipients: texts } = useConsoleTexts().payouts
  const { me, membership } = useSession()
  return (address) => {
    const recipientOfSplit = split?.recipients.find((recipient) =>
      isSameAddress(recipient.address, address),
    )
    if (recipientOfSplit?.label) return recipientOfSplit.label
    if (recipientOfSplit?.role === 'platform') return texts.platform
    if (isSameAddress(me.wallet, address)) return membership.name || texts.owner
    return address ? shortAddress(address) : ''
  }
}
