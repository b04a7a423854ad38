// Loaded into a server by LATE_REPLIES=<ms>: each call is answered so much later. What holds only when replies are quick fails.
import { Server } from 'node:http'

const delayMs = Number(process.env.LATE_REPLIES)
const { emit } = Server.prototype

/** @this {Server} @param {string} event @param {unknown[]} args */
function emitLate(event, ...args) {
  const told = () => Reflect.apply(emit, this, [event, ...args])
  const { url = '' } = /** @type {{ url?: string }} */ (args[0] ?? {})
  if (event !== 'request' || !/^\/(?:api|admin)\//.test(url)) return told()
  setTimeout(told, delayMs)
  return true
}

Server.prototype.emit = emitLate
