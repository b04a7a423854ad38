// What is done with a push whatever it is sent by: submitted, reviewed, stopped, resumed, sent again.
import { Type } from 'typebox'
import type { Alias, can } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Fields, Id, Nothing, OneOf, Required } from '../fields.ts'
import { pushStates } from './push-labels.ts'
import { Version } from './pushes.ts'

export const onePush = { id: Id('推送') }
export const actedPush = { ...onePush, version: Version }

export function pushActCallsOf(root: `/${string}`, title: string, right: (alias: Alias) => ReturnType<typeof can>) {
  const call = { method: 'POST', effect: 'write' } as const
  return {
    /** Drafts alone. */
    remove: endpoint({
      ...call,
      summary: `删除${title}`,
      path: `${root}/remove`,
      access: right('delete'),
      body: Fields(actedPush),
      data: Nothing,
    }),
    /** 600 says to how many. Goes to review where somebody reviews, otherwise out. */
    launch: endpoint({
      ...call,
      summary: `提交${title}`,
      path: `${root}/launch`,
      access: right('launch'),
      body: Fields(actedPush),
      data: Type.Object({ state: OneOf('状态', pushStates) }),
    }),
    pass: endpoint({
      ...call,
      summary: `${title}审核通过`,
      path: `${root}/pass`,
      access: right('pass'),
      body: Fields(actedPush),
      data: Nothing,
    }),
    overrule: endpoint({
      ...call,
      summary: `${title}审核驳回`,
      path: `${root}/overrule`,
      access: right('overrule'),
      body: Fields({ ...actedPush, opinion: Required('驳回意见', 500) }),
      data: Nothing,
    }),
    /** Whatever has not been handed over stays; back to draft where nothing was queued yet. */
    stop: endpoint({
      ...call,
      summary: `停止${title}`,
      path: `${root}/stop`,
      access: right('takeDown'),
      body: Fields(onePush),
      data: Nothing,
    }),
    resume: endpoint({
      ...call,
      summary: `继续${title}`,
      path: `${root}/resume`,
      access: right('launch'),
      body: Fields(onePush),
      data: Nothing,
    }),
    /** Failed ones are queued again; what may have arrived is left alone. */
    retry: endpoint({
      ...call,
      summary: `${title}：重发失败的`,
      path: `${root}/retry`,
      access: right('launch'),
      body: Fields(onePush),
      data: Type.Object({ count: Type.Integer() }),
    }),
  }
}

export type PushActCalls = ReturnType<typeof pushActCallsOf>
