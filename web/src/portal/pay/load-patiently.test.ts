import { describe, expect, test, vi } from 'vitest'
import { loadPatiently } from './load-patiently.js'

function patience({ reachable }: { reachable: boolean[] }) {
  return {
    isWanted: vi.fn(() => true),
    isReachable: vi.fn(async () => reachable.shift() ?? true),
    onAway: vi.fn(),
    pause: vi.fn(async () => {}),
  }
}

describe('loadPatiently', () => {
  test('default: returns the code', async () => {
    const input = patience({ reachable: [] })
    expect(await loadPatiently(async () => 'code', input)).toBe('code')
    expect(input.onAway).not.toHaveBeenCalled()
  })

  test('behavior: waits while the service is away, says so, and loads only then', async () => {
    const input = patience({ reachable: [false, false] })
    const load = vi.fn(async () => 'code')
    expect(await loadPatiently(load, input)).toBe('code')
    expect(input.onAway).toHaveBeenCalledTimes(2)
    expect(input.pause).toHaveBeenCalledTimes(2)
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('behavior: waits when the connection is lost while the script loads', async () => {
    const input = patience({ reachable: [true, false] })
    const load = vi.fn(async () => 'code').mockRejectedValueOnce(new TypeError('Failed to fetch'))
    expect(await loadPatiently(load, input)).toBe('code')
    expect(input.onAway).toHaveBeenCalledTimes(1)
  })

  test('behavior: returns null when the buyer cancels', async () => {
    const input = patience({ reachable: [false] })
    input.isWanted.mockReturnValueOnce(true).mockReturnValueOnce(false)
    const load = vi.fn(async () => 'code')
    expect(await loadPatiently(load, input)).toBeNull()
    expect(load).not.toHaveBeenCalled()
  })

  test('error: throws when the service responds without the script', async () => {
    const lost = new TypeError('Failed to fetch')
    await expect(
      loadPatiently(() => Promise.reject(lost), patience({ reachable: [true] })),
    ).rejects.toBe(lost)
  })
})
