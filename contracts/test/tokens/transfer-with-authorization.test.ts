import { describeAuthorization } from './authorization.suite.js'

describeAuthorization('TransferWithAuthorization', { anybody: undefined })
