import { existsSync } from 'node:fs'
import { doctorSections } from './doctor-sections.js'
import { unixMs } from './lib/time.js'
import { runDoctor } from './platform/doctor/run-doctor.js'

/** Runs `npm run doctor`: checks configuration, database and chain, and changes nothing. */
if (existsSync('.env')) process.loadEnvFile('.env')
const exitCode = await runDoctor({
  args: process.argv.slice(2),
  environment: process.env,
  sections: doctorSections,
  now: () => unixMs(Date.now()),
  fetch,
  print: (line) => process.stdout.write(`${line}\n`),
})
// A connection to a node may still be open.
process.exit(exitCode)
