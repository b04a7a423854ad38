// The script of a meeting's page and of an invitation's: sends the sign-up, and says what became of it.
;(() => {
  const form = document.getElementById('sign-up')
  if (!form) return
  const failure = document.getElementById('failure')
  const send = document.getElementById('send')
  const done = document.getElementById('done')
  /** Only on the page that anybody may use. */
  const captcha = document.getElementById('captcha')
  const picture = document.getElementById('picture')
  let captchaKey = ''

  const said = {
    waiting: '名额已满，您已列入候补；有名额空出时会通知您。',
    applied: '已提交报名，等待会务确认。',
  }
  const required = {
    name: '请输入姓名',
    company: '请输入单位',
    mobile: '请输入手机号码',
    email: '请输入邮箱，报名结果发到邮箱',
    consent: '请先同意信息的使用',
  }

  /** What became of it. Of a public sign-up that is the same for a number that had signed up before. */
  const outcome = ({ state, ticket, link }) => {
    if (state) return said[state] ?? `报名成功，票号 ${ticket}，签到时请出示。`
    if (link) return '报名已提交。请保存下面的链接，报名结果、二维码和取消都在其中，只显示这一次：'
    return form.elements.namedItem('email').required
      ? '报名已提交。报名结果和二维码的链接会发到您的邮箱；此前报过名的，发到当时留下的邮箱。'
      : '报名已提交。此前报过名的，请使用当时保存的链接，或联系会务。'
  }

  /** `extra.diet` is a field of `extra`. */
  function bodyOf() {
    const body = { code: form.dataset.code, extra: {}, answers: {}, quotaId: null }
    for (const [name, value] of new FormData(form)) {
      const [part, key] = name.split('.')
      if (!key) body[name] = value.trim()
      else if (value.trim()) body[part][key] = value.trim()
    }
    body.consent = form.elements.namedItem('consent').checked
    if (captcha) {
      delete body['captcha-code']
      if (captchaKey) {
        body['captcha-key'] = captchaKey
        body['captcha-code'] = form.elements.namedItem('captcha-code').value
      }
    }
    const { companions, ...rest } = body
    const companionNames = companions
      .split(/[、，,；;]/)
      .map((name) => name.trim())
      .filter(Boolean)
    return { ...rest, companionNames, invoiceTax: body.invoiceTax.toUpperCase() }
  }

  async function renew() {
    if (!captcha) return
    form.elements.namedItem('captcha-code').value = ''
    try {
      const reply = await (await fetch('/api/adminauth/login/captcha')).json()
      captchaKey = reply.data?.key ?? ''
      captcha.hidden = !reply.data?.image
      if (reply.data?.image) picture.src = reply.data.image
    } catch {
      failure.textContent = '验证码加载失败，请检查网络后重试'
    }
  }
  if (captcha) {
    document.getElementById('renew').addEventListener('click', renew)
    // only for who begins to fill it in: a captcha is kept for five minutes
    form.addEventListener('focusin', renew, { once: true })
  }

  function fail(text, field) {
    failure.textContent = text
    const asked = {
      answers: '[name^="answers."]:invalid',
      extra: '[name^="extra."]',
      companionNames: '[name="companions"]',
    }
    form.querySelector(asked[field] ?? `[name="${field}"]`)?.focus()
  }

  /** The first that lacks its answer; the server says the rest. */
  const missing = () =>
    Object.entries(required).find(([name]) => {
      const field = form.elements.namedItem(name)
      return field?.required && (field.type === 'checkbox' ? !field.checked : !field.value.trim())
    })

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    failure.textContent = ''
    const lacking = missing()
    if (lacking) return fail(lacking[1], lacking[0])
    if (captcha && !captcha.hidden && !form.elements.namedItem('captcha-code').value.trim())
      return fail('请输入验证码', 'captcha-code')
    send.disabled = true
    try {
      const reply = await fetch(form.dataset.action, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(bodyOf()),
      })
      const { success, msg, data } = await reply.json()
      if (success) {
        form.hidden = true
        done.textContent = outcome(data)
        if (data.link) {
          const link = document.createElement('a')
          Object.assign(link, { href: data.link, textContent: '查看报名和二维码' })
          done.append(document.createElement('br'), link)
        }
        done.hidden = false
        done.focus()
        return
      }
      await renew()
      fail(reply.status === 429 ? '提交过于频繁，请稍后再试' : msg, data?.fields?.[0]?.field ?? 'captcha-code')
    } catch {
      failure.textContent = '网络异常，请稍后重试'
    } finally {
      send.disabled = false
    }
  })
})()
