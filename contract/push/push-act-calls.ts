// Acts on pushes of any channel: submit, review, stop, resume, send again.
import { Type } from 'typebox'
import type { Alias, can } from '#contract/access.ts'
import { writeCall } from '#contract/endpoint.ts'
import { Choice, Fields, Id, Required } from '#contract/fields.ts'
import { pushStateLabels } from './push-labels.ts'
import { Version } from './pushes.ts'

export const onePush = { id: Id('推送') }
export const actedPush = { ...onePush, version: Version }

export function pushActCallsOf(root: `/${string}`, title: string, right: (alias: Alias) => ReturnType<typeof can>) {
  return {
    /** Drafts only. */
    remove: writeCall(`删除${title}`, `${root}/remove`, right('delete'), { body: Fields(actedPush) }),
    /** 600 states the number of recipients. Goes to review where somebody reviews, otherwise out. */
    launch: writeCall(`提交${title}`, `${root}/launch`, right('launch'), {
      body: Fields(actedPush),
      data: Type.Object({ state: Choice('状态', pushStateLabels) }),
    }),
    pass: writeCall(`${title}审核通过`, `${root}/pass`, right('pass'), { body: Fields(actedPush) }),
    overrule: writeCall(`${title}审核驳回`, `${root}/overrule`, right('overrule'), {
      body: Fields({ ...actedPush, opinion: Required('驳回意见', 500) }),
    }),
    /** Messages not handed over yet stay unsent; back to draft if nothing was queued yet. */
    stop: writeCall(`停止${title}`, `${root}/stop`, right('takeDown'), { body: Fields(onePush) }),
    /** Submits a plan that does not run, or one of its days, in the caller's name; 600 and review as for `launch`. */
    takeOver: writeCall(`接手${title}`, `${root}/takeOver`, right('launch'), {
      body: Fields(actedPush),
      data: Type.Object({ state: Choice('状态', pushStateLabels) }),
    }),
    resume: writeCall(`继续${title}`, `${root}/resume`, right('launch'), { body: Fields(onePush) }),
    /** Failed ones are queued again; what may have arrived is left alone. */
    retry: writeCall(`${title}：重发失败的`, `${root}/retry`, right('launch'), {
      body: Fields(onePush),
      data: Type.Object({ count: Type.Integer() }),
    }),
  }
}

export type PushActCalls = ReturnType<typeof pushActCallsOf>
