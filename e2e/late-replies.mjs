// Loaded into a server by LATE_REPLIES=<ms>: each call is answered so much later. What holds only when replies are quick fails.
import { Server } from 'node:http'

const delayMs = Number(process.env.LATE_REPLIES)
const { emit } = Server.prototype

Server.prototype.emit = function (event, ...args) {
  if (event !== 'request' || !/^\/(?:api|admin)\//.test(args[0]?.url ?? '')) return emit.call(this, event, ...args)
  setTimeout(() => emit.call(this, event, ...args), delayMs)
  return true
}
