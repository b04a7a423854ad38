// The rules of spec §5 with their texts, one function each, the same on both sides. A rule answers its message, or null.

import { mobileOf } from './typed-text.ts'

type Verdict = string | null

/** Inputs are trimmed; square brackets are stripped from a new password as it is typed. */
export const cleanNewPassword = (typed: string) => typed.replace(/[[\]]/g, '').trim()

const isStrong = (password: string) =>
  password.length >= 8 && /\d/.test(password) && /[A-Za-z]/.test(password) && /[^A-Za-z0-9\s]/.test(password)

export function checkOldPassword(oldPassword: string, newPassword: string): Verdict {
  if (!oldPassword) return '请输入旧密码！'
  if (newPassword && oldPassword === newPassword) return '旧密码不能与新密码相同!'
  return null
}

export type NewPassword = { newPassword: string; oldPassword?: string; userName: string; confirmation?: string }

export function checkNewPassword({ newPassword, oldPassword, userName, confirmation }: NewPassword): Verdict {
  if (!newPassword) return '请输入新密码！'
  if (newPassword === userName) return '密码不能与用户名相同！'
  if (newPassword === oldPassword) return '新密码不能与旧密码相同！'
  if (confirmation && newPassword !== confirmation) return '新密码和确认新密码不一致！'
  if (!isStrong(newPassword)) return '至少8位字符，且必须包含数字，字母，特殊字符'
  return null
}

export function checkConfirmation(confirmation: string, newPassword: string): Verdict {
  if (!confirmation) return '请输入确认密码！'
  if (confirmation.length < 8 || confirmation.length > 20) return '长度至少8位'
  if (confirmation !== newPassword) return '两次输入密码不一致！'
  return null
}

/** A password-like string of spec §5; a password that an administrator sets is one, and strong besides. */
const isPasswordLike = (value: string) => /^[A-Za-z0-9@*&.+_-]{6,20}$/.test(value)

export function checkGivenPassword(password: string, userName: string): Verdict {
  if (password && !isPasswordLike(password)) return '密码为6至20位，只能包含字母、数字和 @ * & . + _ -'
  return checkNewPassword({ newPassword: password, userName })
}

export function checkMobile(typed: string): Verdict {
  const mobile = mobileOf(typed)
  if (!mobile) return '手机号码不能为空'
  if (mobile.length !== 11) return '手机号码长度不为11位'
  if (!/^1\d{10}$/.test(mobile)) return '手机号码格式不正确'
  return null
}

/** Null, an empty string, an empty array and an empty object are empty; booleans and numbers are not. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  // a date or a map has no keys either, but is not an empty object
  return (
    typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype && Object.keys(value).length === 0
  )
}

const URL_FORM = /^(?:https?|ftp):\/\/(?:[^\s/?#@]+@)?(?:\[[\da-f:.]+\]|[^\s/?#@:[\]]+)(?::\d{1,5})?(?:[/?#]\S*)?$/i

/** An address of the web: http, https or ftp, and a host. */
export const isUrl = (text: string) => URL_FORM.test(text)

/** What a browser opens and embeds: an address that begins with `http://` or `https://`. */
export const hasHttpPrefix = (text: string) => /^https?:\/\//i.test(text)
