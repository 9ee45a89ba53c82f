import { Icon } from '../parts/icon.js'
import { Menu } from '../parts/menu.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'

/** Shows the shop, and switches to another of the person's shops. */
export function ShopSwitcher() {
  const texts = useConsoleTexts()
  const { view, me, membership, chooseMerchant } = useSession()
  const nameOf = (name: string) => name || texts.navigation.unnamedShop
  const shop = (
    <>
      <span class="shop-mark" aria-hidden="true">
        {nameOf(membership.name).slice(0, 1).toUpperCase()}
      </span>
      <span class="shop-name">
        <b>{nameOf(membership.name)}</b>
        <span>{texts.navigation[view.mode]}</span>
      </span>
    </>
  )
  if (me.merchants.length < 2) return <div class="shop-switcher">{shop}</div>
  return (
    <Menu
      label={texts.navigation.switchShop}
      trigger={
        <>
          {shop}
          <Icon name="updown" />
        </>
      }
      triggerClass="shop-switcher"
      items={me.merchants.map(({ wallet, name, role }) => ({
        id: wallet,
        label: nameOf(name),
        detail: texts.roles[role],
        isChecked: wallet === membership.wallet,
        onSelect: () => chooseMerchant(wallet),
      }))}
    />
  )
}
