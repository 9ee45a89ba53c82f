import { useEffect, useRef } from 'preact/hooks'
import { Link, useLocation } from 'wouter-preact'
import { useFormats } from '../format/use-formats.js'
import { useNewest } from '../notifications/use-notifications.js'
import { Icon, type IconName } from '../parts/icon.js'
import type { Screen, ScreenName } from '../screen.js'
import { useRight, useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { AccountMenu } from './account-menu.js'
import { isMac } from './is-mac.js'
import { ShopSwitcher } from './shop-switcher.js'
import { useScreens } from './use-screens.js'

type NavigationProps = { onSearch(): void; onHelp(): void; onNotifications(): void }

const groups = ['sell', 'books', 'settings'] as const
/** The screens that the tab bar of a phone has room for, beside "Charge" and "More". */
const tabs: readonly ScreenName[] = ['home', 'receipts', 'catalog']

/** The sidebar of a wide screen. A phone shows the same as a sheet, opened from its tab bar. */
export function Navigation({ onSearch, onHelp, onNotifications }: NavigationProps) {
  const texts = useConsoleTexts()
  const sheet = useRef<HTMLDialogElement>(null)
  const close = () => sheet.current?.close()
  const content = { onSearch, onHelp, onNotifications, onLeave: close }
  useEffect(() => {
    const dialog = sheet.current
    const closeOutside = (event: Event) => event.target === dialog && dialog?.close()
    dialog?.addEventListener('click', closeOutside)
    return () => dialog?.removeEventListener('click', closeOutside)
  }, [])
  return (
    <>
      <PhoneBar onSearch={onSearch} onNotifications={onNotifications} />
      <div class="sidebar">
        <SidebarContent {...content} />
      </div>
      <TabBar onMore={() => sheet.current?.showModal()} />
      <dialog class="menu-sheet" ref={sheet} aria-label={texts.navigation.more}>
        <button
          type="button"
          class="icon-button close"
          aria-label={texts.navigation.close}
          onClick={close}
        >
          <Icon name="close" />
        </button>
        <SidebarContent {...content} />
      </dialog>
    </>
  )
}

/** The head of every screen on a phone. */
function PhoneBar({ onSearch, onNotifications }: Omit<NavigationProps, 'onHelp'>) {
  const texts = useConsoleTexts()
  const { membership } = useSession()
  const [location] = useLocation()
  const current = useScreens().find(({ path }) => isWithin(path, location))
  return (
    <div class="phone-bar">
      <span class="shop-mark" aria-hidden="true">
        {(membership.name || texts.navigation.unnamedShop).slice(0, 1).toUpperCase()}
      </span>
      <b aria-hidden="true">{current ? texts.screens[current.name] : membership.name}</b>
      <button
        type="button"
        class="icon-button"
        aria-label={texts.navigation.search}
        onClick={onSearch}
      >
        <Icon name="search" />
      </button>
      <PhoneBell onOpen={onNotifications} />
    </div>
  )
}

/** The bell of a phone, with how many notifications are unread. */
function PhoneBell({ onOpen }: { onOpen(): void }) {
  const texts = useConsoleTexts()
  const { count } = useFormats()
  const unread = useUnread()
  if (unread === null) return null
  return (
    <button
      type="button"
      class="icon-button bell"
      aria-label={[
        texts.notifications.open,
        ...(unread > 0 ? [texts.notifications.unread(count(unread))] : []),
      ].join(', ')}
      onClick={onOpen}
    >
      <Icon name="bell" />
      {unread > 0 && <span aria-hidden="true">{unread > 99 ? '99+' : count(unread)}</span>}
    </button>
  )
}

/** The entry of the sidebar, with how many notifications are unread. */
function NotificationsButton({ onOpen }: { onOpen(): void }) {
  const texts = useConsoleTexts()
  const { count } = useFormats()
  const unread = useUnread()
  if (unread === null) return null
  return (
    <button type="button" class="nav-link" title={texts.screens.notifications} onClick={onOpen}>
      <Icon name="bell" />
      <span>{texts.screens.notifications}</span>
      {unread > 0 && (
        <span class="nav-count">
          <span aria-hidden="true">{count(unread)}</span>
          <span class="visually-hidden">{texts.notifications.unread(count(unread))}</span>
        </span>
      )}
    </button>
  )
}

/** Returns how many notifications the person has not read, or null without the right. */
function useUnread(): number | null {
  const newest = useNewest()
  return useRight('notifications:read') ? (newest.data?.unreadCount ?? 0) : null
}

function SidebarContent({
  onSearch,
  onHelp,
  onNotifications,
  onLeave,
}: NavigationProps & { onLeave(): void }) {
  const texts = useConsoleTexts()
  const shown = useScreens()
  const after = (open: () => void) => () => {
    onLeave()
    open()
  }
  return (
    <>
      <ShopSwitcher />
      <button type="button" class="search-button" onClick={after(onSearch)}>
        <Icon name="search" />
        <span>{texts.navigation.search}</span>
        <kbd>{isMac() ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <nav aria-label={texts.navigation.label}>
        {groups.map((group) => (
          <ul key={group}>
            {shown
              .filter((screen) => screen.group === group)
              .map((screen) => (
                <li key={screen.name}>
                  <NavigationLink screen={screen} onClick={onLeave} />
                </li>
              ))}
          </ul>
        ))}
      </nav>
      <div class="sidebar-foot">
        <NotificationsButton onOpen={after(onNotifications)} />
        <button type="button" class="nav-link" onClick={after(onHelp)}>
          <Icon name="help" />
          <span>{texts.navigation.help}</span>
        </button>
        <AccountMenu />
      </div>
    </>
  )
}

function NavigationLink({ screen, onClick }: { screen: Screen; onClick(): void }) {
  const texts = useConsoleTexts()
  const isCurrent = useIsCurrent(screen.path)
  return (
    <Link
      href={addressOf(screen.path)}
      class="nav-link"
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onClick}
      title={texts.screens[screen.name]}
    >
      <Icon name={screen.icon} />
      <span>{texts.screens[screen.name]}</span>
    </Link>
  )
}

function TabBar({ onMore }: { onMore(): void }) {
  const texts = useConsoleTexts()
  const shown = useScreens()
  const charge = shown.find(({ name }) => name === 'payment')
  const links = tabs.flatMap((name) => shown.filter((screen) => screen.name === name))
  const [before, after] = [links.slice(0, 2), links.slice(2)]
  return (
    <nav class="tab-bar" aria-label={texts.navigation.label}>
      {before.map((screen) => (
        <Tab key={screen.name} screen={screen} />
      ))}
      {charge && (
        <Link class="tab charge" href={charge.path}>
          <span class="charge-button">
            <Icon name="plus" />
          </span>
          {texts.navigation.charge}
        </Link>
      )}
      {after.map((screen) => (
        <Tab key={screen.name} screen={screen} />
      ))}
      <button type="button" class="tab" onClick={onMore}>
        <Icon name={'more' satisfies IconName} />
        {texts.navigation.more}
      </button>
    </nav>
  )
}

function Tab({ screen }: { screen: Screen }) {
  const texts = useConsoleTexts()
  const isCurrent = useIsCurrent(screen.path)
  return (
    <Link class="tab" href={addressOf(screen.path)} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={screen.icon} />
      {texts.screens[screen.name]}
    </Link>
  )
}

function useIsCurrent(path: string): boolean {
  const [location] = useLocation()
  return isWithin(path, location)
}

function isWithin(path: string, location: string): boolean {
  const base = addressOf(path)
  return base === '/' ? location === '/' : location === base || location.startsWith(`${base}/`)
}

/** Returns the address of a screen without its parameters. */
function addressOf(path: string): string {
  return path.split('/:')[0] || '/'
}
