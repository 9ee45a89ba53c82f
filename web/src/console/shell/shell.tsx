import { useState } from 'preact/hooks'
import { Route, Switch, useLocation } from 'wouter-preact'
import { LiveProvider } from '../live/live.js'
import { Notice } from '../parts/notice.js'
import { OnDemand } from '../parts/on-demand.js'
import { Toaster } from '../parts/toaster.js'
import { screens } from '../screens.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { ConnectionBar } from './connection-bar.js'
import { Navigation } from './navigation.js'
import { type SandboxDialog, SandboxTools } from './sandbox-tools.js'
import { ScreenLoader } from './screen-loader.js'
import { useShortcut, useShortcutKeys } from './shortcuts.js'
import { usePaletteEntries } from './use-palette-entries.js'
import { ScreensContext, useScreens } from './use-screens.js'

/** The frame around every screen. */
export function Shell() {
  const texts = useConsoleTexts()
  const { view } = useSession()
  const [open, setOpen] = useState<'palette' | 'help' | 'notifications' | null>(null)
  const [sandbox, setSandbox] = useState<SandboxDialog | null>(null)
  const openHelp = () => setOpen('help')
  const openPalette = () => setOpen('palette')
  useShellShortcuts({ openHelp, openPalette })
  return (
    <ScreensContext.Provider value={screens}>
      <LiveProvider>
        <a class="skip-link" href="#content">
          {texts.navigation.skip}
        </a>
        {view.mode === 'sandbox' && <SandboxTools open={sandbox} onOpen={setSandbox} />}
        <div class="shell">
          <Navigation
            onSearch={openPalette}
            onHelp={openHelp}
            onNotifications={() => setOpen('notifications')}
          />
          <main id="content" tabIndex={-1}>
            <ConnectionBar />
            <Screens />
          </main>
        </div>
        {open === 'palette' && (
          <PaletteOnDemand
            onClose={() => setOpen(null)}
            openHelp={openHelp}
            openSandbox={setSandbox}
          />
        )}
        {open === 'notifications' && <NotificationsOnDemand onClose={() => setOpen(null)} />}
        {open === 'help' && (
          <OnDemand
            load={() => import('./help-dialog.js').then(({ HelpDialog }) => HelpDialog)}
            props={{ onClose: () => setOpen(null) }}
            onFailed={() => setOpen(null)}
          />
        )}
        <Toaster />
      </LiveProvider>
    </ScreensContext.Provider>
  )
}

type PaletteOnDemandProps = {
  onClose(): void
  openHelp(): void
  openSandbox(dialog: SandboxDialog): void
}

function PaletteOnDemand({ onClose, ...openers }: PaletteOnDemandProps) {
  const entries = usePaletteEntries(openers)
  const shown = useScreens()
  const receipts = shown.find(({ name }) => name === 'receipts')
  const customers = shown.find(({ name, path }) => name === 'customers' && path.includes('/:'))
  return (
    <OnDemand
      load={() => import('../palette/palette.js').then(({ Palette }) => Palette)}
      props={{
        entries,
        receiptsHref: receipts ? '/receipts' : null,
        customersHref: customers?.path.split('/:')[0] ?? null,
        onClose,
      }}
      onFailed={onClose}
    />
  )
}

function NotificationsOnDemand({ onClose }: { onClose(): void }) {
  const shown = useScreens()
  return (
    <OnDemand
      load={() =>
        import('../notifications/notifications-drawer.js').then(
          ({ NotificationsDrawer }) => NotificationsDrawer,
        )
      }
      props={{ screens: shown, onClose }}
      onFailed={onClose}
    />
  )
}

type ShellOpeners = { openHelp(): void; openPalette(): void }

function useShellShortcuts({ openHelp, openPalette }: ShellOpeners): void {
  const texts = useConsoleTexts().shell.shortcuts
  const [, navigate] = useLocation()
  const payment = useScreens().find(({ name }) => name === 'payment')
  useShortcutKeys(openPalette)
  useShortcut({ key: '?', label: texts.help, run: openHelp })
  useShortcut({ key: 'h', label: texts.home, run: () => navigate('/') })
  useShortcut({
    key: '/',
    label: texts.search,
    run() {
      const field = document.querySelector<HTMLInputElement>('main input[type=search]')
      if (field) field.focus()
      else openPalette()
    },
  })
  useShortcut(
    payment ? { key: 'n', label: texts.payment, run: () => navigate(payment.path) } : null,
  )
}

function Screens() {
  const texts = useConsoleTexts()
  const { view } = useSession()
  const { notFound, notFoundText, goHome } = texts.states
  return (
    <Switch>
      {/* A screen that the role may not open has a route too, which says so. */}
      {screens
        .filter(({ isSandboxOnly }) => !isSandboxOnly || view.mode === 'sandbox')
        .map((screen) => (
          <Route key={screen.name} path={screen.path}>
            <ScreenLoader screen={screen} />
          </Route>
        ))}
      <Route>
        <Notice title={notFound} text={notFoundText} action={{ label: goHome, href: '/' }} />
      </Route>
    </Switch>
  )
}
