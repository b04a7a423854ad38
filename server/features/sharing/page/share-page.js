// The script of a share's public page: reports the opening and how long it was visible, and sends the form for a trial.
;(() => {
  const form = document.getElementById('apply')
  const { code, view, sdk, subProduct } = form.dataset
  const STAY_MAX_S = 1800
  /** Who only passes by has not read anything. */
  const OPENED_AFTER_MS = 1000
  /** Phones often end a page without telling it. */
  const EVERY_MS = 15_000

  /** Time visible, ms, before `since`. */
  let seen = 0
  let since = null
  let from = ''
  try {
    from = document.referrer ? new URL(document.referrer).host.slice(0, 100) : ''
  } catch {}
  if (!/^[A-Za-z0-9.:_-]*$/.test(from) || from === location.host) from = ''

  function report() {
    const ms = seen + (since === null ? 0 : performance.now() - since)
    const seconds = Math.min(STAY_MAX_S, Math.round(ms / 1000))
    const body = new Blob([JSON.stringify({ code, view, seconds, from })], { type: 'application/json' })
    navigator.sendBeacon('/api/open/share/visit', body)
  }

  let timer
  function wait(ms) {
    timer = setTimeout(() => {
      report()
      wait(EVERY_MS)
    }, ms)
  }

  function turn() {
    if (document.visibilityState === 'visible') {
      since ??= performance.now()
      clearTimeout(timer)
      wait(Math.max(0, OPENED_AFTER_MS - seen) || EVERY_MS)
      return
    }
    if (since === null) return
    clearTimeout(timer)
    seen += performance.now() - since
    since = null
    if (seen >= OPENED_AFTER_MS) report()
  }
  document.addEventListener('visibilitychange', turn)
  // browsers that leave a page without hiding it first
  addEventListener('pagehide', () => since !== null && seen + performance.now() - since >= OPENED_AFTER_MS && report())
  turn()

  /** WeChat takes title, text and picture of a card from its JS-SDK alone. */
  async function setCard() {
    const reply = await fetch('/api/open/share/card', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, address: location.href.split('#')[0] }),
    })
    const { data } = await reply.json()
    if (!data) return
    await new Promise((resolve, reject) => {
      const script = document.createElement('script')
      Object.assign(script, { src: sdk, onload: resolve, onerror: reject })
      document.head.append(script)
    })
    const said = (property) => document.querySelector(`meta[property="og:${property}"]`)?.content ?? ''
    const card = { title: said('title'), desc: said('description'), link: said('url'), imgUrl: said('image') }
    wx.config({ ...data, jsApiList: ['updateAppMessageShareData', 'updateTimelineShareData'] })
    wx.ready(() => {
      wx.updateAppMessageShareData(card)
      wx.updateTimelineShareData(card)
    })
  }
  // without it the link is shared all the same, as a plain one
  if (sdk && navigator.userAgent.includes('MicroMessenger')) setCard().catch(() => undefined)

  const captcha = document.getElementById('captcha')
  const picture = document.getElementById('picture')
  const failure = document.getElementById('failure')
  const send = document.getElementById('send')
  const answer = form.elements.namedItem('captcha-code')
  let captchaKey = ''

  async function renew() {
    answer.value = ''
    try {
      const reply = await (await fetch('/api/adminauth/login/captcha')).json()
      captchaKey = reply.data?.key ?? ''
      captcha.hidden = !reply.data?.image
      if (reply.data?.image) picture.src = reply.data.image
    } catch {
      failure.textContent = '验证码加载失败，请检查网络后重试'
    }
  }
  document.getElementById('renew').addEventListener('click', renew)
  // only for who begins to fill it in: a captcha is kept for five minutes
  form.addEventListener('focusin', renew, { once: true })

  function fail(text, name) {
    failure.textContent = text
    form.elements.namedItem(name ?? 'company')?.focus()
  }

  function ended(text) {
    const done = document.getElementById('done')
    form.hidden = true
    done.textContent = text
    done.hidden = false
    done.focus()
  }

  const required = { company: '请输入公司名称', contact: '请输入联系人', mobile: '请输入手机号码' }

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    failure.textContent = ''
    const fields = Object.fromEntries(new FormData(form))
    for (const [name, text] of Object.entries(required)) if (!fields[name].trim()) return fail(text, name)
    const { 'captcha-code': typed, ...applicant } = fields
    if (!form.elements.namedItem('consent').checked) return fail('请先同意信息的使用', 'consent')
    if (!captcha.hidden && !typed.trim()) return fail('请输入验证码', 'captcha-code')
    const proof = captchaKey ? { 'captcha-key': captchaKey, 'captcha-code': typed } : {}
    send.disabled = true
    try {
      const reply = await fetch('/api/backend/register/apply', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...applicant, consent: true, subProduct, shareCode: code, ...proof }),
      })
      const { success, msg, data } = await reply.json()
      if (success) return ended('提交成功，我们会尽快与您联系。')
      if (reply.status === 409) return ended(msg)
      await renew()
      fail(reply.status === 429 ? '提交过于频繁，请稍后再试' : msg, data?.fields?.[0]?.field ?? 'captcha-code')
    } catch {
      failure.textContent = '网络异常，请稍后重试'
    } finally {
      send.disabled = false
    }
  })
})()
