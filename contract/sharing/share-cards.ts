// What WeChat's JS-SDK needs to show the card of a shared article.
import { Type } from 'typebox'
import { anonymous } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { Fields, Nullable } from '#contract/fields.ts'
import { ShareCode } from './share-codes.ts'

/** Signed for the address as it was opened, of this share's page alone; null where no official account is set up. */
export const signShareCard = readCall('微信分享卡片签名', '/api/open/share/card', anonymous, {
  body: Fields({
    code: ShareCode,
    address: Type.String({ title: '页面地址', minLength: 1, maxLength: 2_000 }),
  }),
  data: Nullable(
    Type.Object({
      appId: Type.String(),
      timestamp: Type.Integer({ description: 's' }),
      nonceStr: Type.String(),
      signature: Type.String(),
    }),
  ),
})
