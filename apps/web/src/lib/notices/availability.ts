import { notifyingMessages } from '@terrace/messages/notifying';
import type { AccountView, NotificationChannel, NotificationChannels } from '@terrace/protocol';

/** Whether a channel reaches the visitor; if not, `about` says why. `link` leads to where it is set up. */
type State = {
  readonly works: boolean;
  readonly about: string;
  readonly link?: { readonly href: string; readonly label: string };
};

export type Availability = Readonly<Record<NotificationChannel, State>>;

const SIGN_IN = '/login?to=/settings/notifications';

/** @param account null for guests */
export function availabilityOf(channels: NotificationChannels, account: AccountView | null): Availability {
  const text = notifyingMessages().channels;
  const off = { works: false, about: text.off };
  const guest = { works: false, about: text.guest, link: { href: SIGN_IN, label: text.signIn } };
  const noAddress = {
    works: false,
    about: text.noAddress,
    link: { href: '/settings/account#email', label: text.account },
  };
  const webhook = {
    works: true,
    about: text.webhookAbout,
    link: { href: '/settings/account#webhooks', label: text.setUp },
  };
  const mail = (email: string | null) =>
    email === null ? noAddress : { works: true, about: text.mailAbout({ email }) };
  return {
    page: { works: true, about: text.pageAbout },
    push: channels.push ? { works: true, about: text.pushAbout } : off,
    mail: !channels.mail ? off : account === null ? guest : mail(account.email),
    webhook: !channels.webhook ? off : account === null ? guest : webhook,
  };
}
