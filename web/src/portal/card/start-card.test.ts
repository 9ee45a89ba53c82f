import { describe, expect, test, vi } from 'vitest'
import type { ServiceResponse } from '../../core/api/call-service.js'
import { startCard } from './start-card.js'

const url = 'https://provider.test/session'
const unreachable = 'The server cannot be reached.'

function visit({ response, isClosed = false }: { response: ServiceResponse; isClosed?: boolean }) {
  const location = { replace: vi.fn(), assign: vi.fn() }
  const tab = { closed: isClosed, opener: {}, location, close: vi.fn() }
  const page = { location: { assign: vi.fn() } }
  const api = { startCard: async () => response }
  return {
    tab,
    page,
    start: (input: unknown = tab) =>
      startCard({ api, tab: input as Window, unreachable, page: page as never }),
  }
}

const started = { ok: true, body: { ok: true, session: { url } } } as const
const refused = {
  ok: false,
  status: 400,
  code: 'onramp_refused',
  message: 'Not this card.',
} as const

describe('startCard', () => {
  test('default: shows the page of the provider in the tab, without access to this one', async () => {
    const { tab, page, start } = visit({ response: started })
    expect(await start()).toBeNull()
    expect(tab.location.replace).toHaveBeenCalledWith(url)
    expect(tab.opener).toBeNull()
    expect(page.location.assign).not.toHaveBeenCalled()
  })

  test('behavior: replaces this page when the browser blocked the tab', async () => {
    const { page, start } = visit({ response: started })
    expect(await start(null)).toBeNull()
    expect(page.location.assign).toHaveBeenCalledWith(url)
  })

  test('behavior: leaves a buyer alone who closed the tab', async () => {
    const { tab, page, start } = visit({ response: started, isClosed: true })
    expect(await start()).toBeNull()
    expect(tab.location.replace).not.toHaveBeenCalled()
    expect(page.location.assign).not.toHaveBeenCalled()
  })

  test.each([
    ['a refusal', refused, 'Not this card.'],
    ['no response', { ok: false, status: 0, code: null, message: null }, unreachable],
    ['no session', { ok: true, body: {} }, unreachable],
    [
      'an address that is no web page',
      { ok: true, body: { session: { url: 'javascript:alert(1)' } } },
      unreachable,
    ],
  ] as const)('error: closes the tab after %s', async (_name, response, text) => {
    const { tab, start } = visit({ response })
    expect(await start()).toBe(text)
    expect(tab.close).toHaveBeenCalled()
    expect(tab.location.replace).not.toHaveBeenCalled()
  })
})
