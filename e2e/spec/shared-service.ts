import type { TestProject } from 'vitest/node'
import { shareService } from '../share-service.js'

export const setup = (project: TestProject) => shareService(project, {})
