// Channels of people as those see them who may know that there is one, not use it: one rule for each, here and in SQL.
import { type SQLWrapper, sql } from 'drizzle-orm'

/** `138****8000`: enough to recognise somebody, too little to call them. */
export const maskMobile = (mobile: string) => `${mobile.slice(0, 3)}****${mobile.slice(7)}`

/** Landlines too, which differ in length: the last four characters stay. Nothing where there is nothing. */
export const maskPhone = (phone: string) => (phone === '' ? '' : `${phone.slice(0, 3)}****${phone.slice(-4)}`)

/** `w****@example.com`. Nothing where there is nothing. */
export const maskEmail = (email: string) => (email === '' ? '' : email.replace(/^(.?).*?(@.*)?$/su, '$1****$2'))

/** `wa****`. Nothing where there is nothing. */
export const maskWechat = (wechat: string) => (wechat === '' ? '' : `${wechat.slice(0, 2)}****`)

/** `maskMobile` in SQL. */
export const maskedMobile = (mobile: SQLWrapper) => sql<string>`left(${mobile}, 3) || '****' || substr(${mobile}, 8)`

/** `maskEmail` in SQL. */
export const maskedEmail = (email: SQLWrapper) => sql<string>`case when ${email} = '' then ''
  else left(${email}, 1) || '****' || substring(${email} from '@.*$') end`
