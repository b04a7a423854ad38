// Loaded into a server by LATE_REPLIES=<ms>: delays each call, so that tests that rely on quick replies fail.
import { Server } from 'node:http'

const delayMs = Number(process.env.LATE_REPLIES)
const { emit } = Server.prototype

/** @this {Server} @param {string} event @param {unknown[]} args */
function emitLate(event, ...args) {
  const handle = () => Reflect.apply(emit, this, [event, ...args])
  const { url = '' } = /** @type {{ url?: string }} */ (args[0] ?? {})
  if (event !== 'request' || !/^\/(?:api|admin)\//.test(url)) return handle()
  setTimeout(handle, delayMs)
  return true
}

Server.prototype.emit = emitLate
