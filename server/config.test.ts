import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { StartError } from '#server/db/start-error.ts'
import { readConfig, variables } from './config.ts'

const SECRET_KEY = 'x'.repeat(32)

describe('the configuration', () => {
  it('names the same variables as .env.example', () => {
    const example = readFileSync(join(import.meta.dirname, '../.env.example'), 'utf8')
    const named = [...example.matchAll(/^([A-Z0-9_]+)=/gm)].map((match) => match[1])
    expect(named.toSorted()).toEqual(variables.toSorted())
  })

  it('stores a generated secret in the data folder, readable by its owner only', () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'config-'))
    const first = readConfig({ DATA_DIR }).secretKey
    expect(first.length).toBeGreaterThanOrEqual(32)
    expect(readConfig({ DATA_DIR }).secretKey).toBe(first)
    expect(statSync(join(DATA_DIR, 'secret.key')).mode & 0o077).toBe(0)
  })

  it('loads demo data only into the embedded database, and never in production', () => {
    const demo = (environment: Record<string, string>) => readConfig({ SECRET_KEY, ...environment }).demoData
    expect(demo({})).toBe(true)
    expect(demo({ DATABASE_URL: 'postgresql://somewhere/console' })).toBe(false)
    expect(demo({ NODE_ENV: 'production' })).toBe(false)
    expect(demo({ DEMO_DATA: 'off' })).toBe(false)
  })

  it('has the public addresses of configured providers only', () => {
    const { wecom, wechat } = readConfig({
      SECRET_KEY,
      OAUTH_WECHAT_CLIENT_ID: 'wx1',
      OAUTH_WECHAT_CLIENT_SECRET: 's',
      OAUTH_WECHAT_TOKEN_URL: 'http://127.0.0.1:9/token/',
    })
    expect(wecom).toBeUndefined()
    expect(wechat).toEqual({
      clientId: 'wx1',
      clientSecret: 's',
      authorizeUrl: 'https://open.weixin.qq.com/connect/qrconnect',
      tokenUrl: 'http://127.0.0.1:9/token',
    })
  })

  it('reads S3-compatible storage where all of it is given, and names what is missing', () => {
    const all = {
      SECRET_KEY,
      S3_ENDPOINT: 'http://127.0.0.1:9/',
      S3_BUCKET: 'b',
      S3_ACCESS_KEY: 'a',
      S3_SECRET_KEY: 's',
    }
    expect(readConfig({ SECRET_KEY }).s3).toBeUndefined()
    expect(readConfig(all).s3).toEqual({
      endpoint: 'http://127.0.0.1:9',
      bucket: 'b',
      accessKey: 'a',
      secretKey: 's',
      region: 'us-east-1',
    })
    expect(() => readConfig({ ...all, S3_BUCKET: '' })).toThrow('缺少环境变量 S3_BUCKET，S3 存储需要它')
  })

  it('reads the hosts that outbound calls may reach', () => {
    const allowed = (OUTBOUND_ALLOW: string) => readConfig({ SECRET_KEY, OUTBOUND_ALLOW }).outboundAllow
    expect(allowed('')).toEqual([])
    expect(allowed(' Robot.Intranet:8080, 127.0.0.1 ,[::1]:25')).toEqual([
      'robot.intranet:8080',
      '127.0.0.1',
      '[::1]:25',
    ])
  })

  it.each([
    [{ PORT: 'http' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV'],
    [{ CAPTCHA: 'no' }, 'CAPTCHA'],
    [{ DATABASE_URL: 'mysql://somewhere' }, 'DATABASE_URL'],
    [{ PUBLIC_URL: 'console.example.com' }, 'PUBLIC_URL'],
    [{ DATA_DIR: '/tmp/`touch x`' }, 'DATA_DIR'],
    [{ DATA_DIR: '/tmp/$(touch x)' }, 'DATA_DIR'],
    [{ DATA_DIR: '/tmp/"x' }, 'DATA_DIR'],
    [{ DATA_DIR: '/tmp/a\nb' }, 'DATA_DIR'],
    [{ DATA_DIR: `/tmp/${'长'.repeat(300)}` }, 'DATA_DIR'],
    [{ FRAME_ALLOW: 'report=http://bi.example.com' }, 'FRAME_ALLOW'],
    [{ PRODUCT_KEY: 'Con sole' }, 'PRODUCT_KEY'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY'],
    [{ ADMIN_PASSWORD: 'admin' }, 'ADMIN_PASSWORD'],
    [{ ADMIN_PASSWORD: 'letters.only' }, 'ADMIN_PASSWORD'],
    [{ OPERATIONS_TOKEN: 'short' }, 'OPERATIONS_TOKEN'],
    [{ OPERATIONS_TOKEN: 'twenty or more, but with spaces' }, 'OPERATIONS_TOKEN'],
    [{ OUTBOUND_ALLOW: 'http://robot.intranet' }, 'OUTBOUND_ALLOW'],
    [{ OAUTH_WECHAT_CLIENT_ID: 'wx1' }, 'OAUTH_WECHAT_CLIENT_SECRET'],
    [{ OAUTH_WECHAT_CLIENT_SECRET: 's' }, 'OAUTH_WECHAT_CLIENT_ID'],
    [{ OAUTH_WECOM_CLIENT_ID: 'ww1', OAUTH_WECOM_CLIENT_SECRET: 's' }, 'OAUTH_WECOM_AGENT_ID'],
    [{ OAUTH_WECOM_TOKEN_URL: 'ftp://somewhere' }, 'OAUTH_WECOM_TOKEN_URL'],
    [{ NODE_ENV: 'production', CAPTCHA: 'off' }, 'CAPTCHA'],
    [{ NODE_ENV: 'production', SECRET_KEY: '' }, 'SECRET_KEY'],
  ])('refuses %o and names the variable', (environment, name) => {
    expect(() => readConfig({ SECRET_KEY, ...environment })).toThrow(StartError)
    expect(() => readConfig({ SECRET_KEY, ...environment })).toThrow(name)
  })
})
