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
    /** Responds with the service that the tests of a project share. */
    sharedServiceUrl: string
  }
}

/**
 * Provides one service to all tests of a project that need no settings of their own. It starts when
 * the first test requests it and stops at the end of the run.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = makeDataDir()
  let starting: ReturnType<typeof startTallystick> | null = null
  const start = async (): Promise<RunningService> => {
    starting ??= startTallystick({ dataDir })
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
    // Vitest reports an error of a teardown, but the run would still pass.
    process.exitCode = 1
    throw new Error(`The shared service exited with ${code}:\n${tallystick?.output()}`)
  }
}
