// The closed table of outcomes. The server sends no other code; the browser shows each as `show` says.

/**
 * - `toast`: the message in a toast (spec §8 says how much of it)
 * - `signOut`: the message in a toast, then to /login (spec §8)
 * - `resolve`: not an error for the caller: it reads `code` and `data` itself (spec §8)
 */
type Outcome = { code: number; http: number; text: string; show: 'toast' | 'signOut' | 'resolve' }

export const errors = {
  invalid: { code: 400, http: 400, text: '请求参数有误', show: 'toast' },
  signedOut: { code: 401, http: 401, text: '登录失效，请重新登录！', show: 'signOut' },
  forbidden: { code: 403, http: 403, text: '没有操作权限', show: 'toast' },
  noSuchCall: { code: 404, http: 404, text: '接口不存在', show: 'signOut' },
  notFound: { code: 20404, http: 404, text: '数据不存在', show: 'toast' },
  conflict: { code: 409, http: 409, text: '当前状态不允许此操作', show: 'toast' },
  gone: { code: 410, http: 410, text: '页面已更新，请刷新', show: 'toast' },
  tooLarge: { code: 413, http: 413, text: '提交的内容过大', show: 'toast' },
  wrongType: { code: 415, http: 415, text: '不支持的内容类型', show: 'toast' },
  keyReused: { code: 422, http: 422, text: '同一操作编号不能用于不同的内容', show: 'toast' },
  tooMany: { code: 429, http: 429, text: '操作过于频繁，请稍后再试', show: 'toast' },
  failed: { code: 500, http: 500, text: '服务器开小差了，请稍后重试', show: 'toast' },
  overloaded: { code: 503, http: 503, text: '系统繁忙，请稍后重试', show: 'toast' },
  needsConfirmation: { code: 600, http: 200, text: '请确认后再继续', show: 'resolve' },
  stale: { code: 601, http: 200, text: '数据已被他人修改，请核对后再保存', show: 'resolve' },
  partlyDone: { code: 602, http: 200, text: '部分数据处理失败', show: 'resolve' },
  inUse: { code: 603, http: 200, text: '数据正在使用，不能删除', show: 'resolve' },
  wrongCaptcha: { code: 10000, http: 200, text: '验证码错误或已过期', show: 'resolve' },
  locked: { code: 10009, http: 200, text: '失败次数过多，请稍后再试', show: 'resolve' },
  mustChangePassword: { code: 10010, http: 200, text: '首次登录请先修改密码', show: 'resolve' },
  needsSecondFactor: { code: 10017, http: 200, text: '请输入双因素验证码', show: 'resolve' },
  wrongPassword: { code: 10019, http: 200, text: '用户名或密码错误', show: 'resolve' },
} as const satisfies Record<string, Outcome>

export type ErrorKey = keyof typeof errors

/** Codes of spec §8 that resolve instead of rejecting. */
export const resolvingCodes: ReadonlySet<number> = new Set([10010, 10009, 600, 601, 602, 603, 10017, 10000, 10019])
