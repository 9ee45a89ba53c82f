import type { PortalReceipt } from '@tallystick/sdk'
import { useLanguage } from '../ui/language.js'
import { ContactList } from './contact-list.js'

type Props = {
  receipt: PortalReceipt
  /** Whether the page already lists the contacts of the shop. */
  hasContacts: boolean
}

/** States where the money goes, the number of the order, and the shop's tax id. */
export function Footer({ receipt, hasContacts }: Props) {
  const { texts, format } = useLanguage()
  const shop = receipt.brandName || texts.page.theShop
  const { page } = texts
  const { platformFeePct } = receipt
  const share = platformFeePct === null ? '' : format.percent(platformFeePct / 100)
  const fee = platformFeePct === 0 ? '' : page.platformFee(share)
  return (
    <footer class="foot">
      <ContactList contact={receipt.contact} isPolicies={hasContacts} />
      <p>
        {receipt.payment.isAutomatic
          ? page.moneyFlowAutomatic(shop, fee)
          : page.moneyFlow(shop, fee)}
      </p>
      <p class="id">{page.order(receipt.receiptId)}</p>
      {receipt.taxId && <p class="id">{page.taxId(receipt.taxId)}</p>}
      <p class="powered">{page.poweredBy}</p>
    </footer>
  )
}
