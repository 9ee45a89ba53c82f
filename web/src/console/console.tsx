import { QueryClientProvider } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { Router } from 'wouter-preact'
import { createQueryClient } from './api/query-client.js'
import { SessionGate } from './session/session-gate.js'
import { Shell } from './shell/shell.js'
import type { ConsoleView } from './view.js'

/** The console of a merchant. */
export function Console({ view }: { view: ConsoleView }) {
  const [queries] = useState(createQueryClient)
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
