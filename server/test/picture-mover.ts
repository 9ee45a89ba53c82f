import { movePictures } from '../src/features/inventory/move-pictures.js'
import { unixMs } from '../src/lib/time.js'
import { createContext } from '../src/platform/create-context.js'
import { silentLog } from './fixtures/silent-log.js'
import { connectTimeoutMs, testConfig } from './test-config.js'

// A process that moves the pictures of items in a database, to be killed.

process.once('message', async (databaseUrl: string) => {
  const ctx = createContext({
    config: testConfig(),
    databaseUrl,
    connectTimeoutMs,
    now: () => unixMs(Date.now()),
    rootLog: silentLog,
    log: silentLog,
  })
  await movePictures.run(ctx, new AbortController().signal)
  process.exit()
})
process.send?.('ready')
