import { once } from 'node:events'
import { createServer } from 'node:http'
import type { TestProject } from 'vitest/node'
import {
  makeDataDir,
  type RunningService,
  removeDataDir,
  startTallystick,
  stopTallystick,
} from './tallystick.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the service that the tests of a project share. */
    sharedServiceUrl: string
  }
}

/**
 * Runs one service for all tests of a project that need nothing of their own, from the first that asks for it until the
 * end of the run. Each test brings the items, receipts and people it is about, and takes back what it changes.
 */
export async function shareService(
  project: TestProject,
  environment: Record<string, string>,
): Promise<() => Promise<void>> {
  const dataDir = makeDataDir()
  let starting: ReturnType<typeof startTallystick> | null = null
  const start = async (): Promise<RunningService> => {
    starting ??= startTallystick({ dataDir, environment })
    const { origin, ready } = await starting
    return { origin, demo: await ready() }
  }

  const server = createServer(async (_request, response) => {
    try {
      response.end(JSON.stringify(await start()))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  project.provide('sharedServiceUrl', `http://127.0.0.1:${port}`)

  return async () => {
    server.close()
    server.closeAllConnections()
    const tallystick = await starting
    const code = tallystick ? await stopTallystick(tallystick) : 0
    removeDataDir(dataDir)
    if (code === 0) return
    // A failure here is told but does not count by itself.
    process.exitCode = 1
    throw new Error(`the shared service ended with ${code}:\n${tallystick?.output()}`)
  }
}
