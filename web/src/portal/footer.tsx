import type { PortalReceipt } from '@tallystick/sdk'
import { useLanguage } from '../texts/language.js'
import { ContactList } from './contact-list.js'
import type { PortalView } from './view.js'

/** States where the money goes, the number of the order, and the shop's tax id. */
export function Footer({ view, receipt }: { view: PortalView; receipt: PortalReceipt }) {
  const { texts, format } = useLanguage()
  const shop = receipt.brandName || texts.page.theShop
  const fee = format.percent(view.platformFee)
  const { page } = texts
  return (
    <footer class="foot">
      <ContactList contact={receipt.contact} />
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
