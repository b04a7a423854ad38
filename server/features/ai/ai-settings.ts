// The AI service as it is set by the environment.
import { AI_SETTINGS } from '#contract/ai/answers.ts'
import type { Config } from '#server/config.ts'
import { refuse } from '#server/core/http/refusal.ts'

export type AiSettings = NonNullable<Config['ai']>

export const NOT_SET = `尚未配置 AI 服务（${AI_SETTINGS}），请联系系统管理员`

/** Throws 409 where no service is set. */
export function aiSettings({ ai }: Config): AiSettings {
  if (!ai) throw refuse('conflict', { msg: NOT_SET })
  return ai
}
