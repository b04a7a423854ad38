// Audit log labels of entitlements.

export const targets = { signInClient: '登录客户端', webhook: '推送地址' }

export const verbs = { renewSecret: '重置密钥', test: '测试' }

export const fields = {
  clientId: '客户端标识',
  redirectUris: '登录后的地址',
  afterLogoutUris: '退出后的地址',
  logoutUri: '下线通知地址',
  url: '地址',
}
