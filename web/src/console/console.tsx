import { type QueryClient, QueryClientProvider } from '@tanstack/preact-query'
import { Router } from 'wouter-preact'
import { SessionGate } from './session/session-gate.js'
import { Shell } from './shell/shell.js'
import type { ConsoleView } from './view.js'

/** The console of a merchant. */
export function Console({ view, queries }: { view: ConsoleView; queries: QueryClient }) {
  return (
    <QueryClientProvider client={queries}>
      <Router base="/console">
        <SessionGate view={view}>
          <Shell />
        </SessionGate>
      </Router>
    </QueryClientProvider>
  )
}
