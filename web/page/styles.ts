// Every page's styles, those of the figures too: still pictures are dressed before any figure's program is there.
import 'virtual:katex.css';
import '../figures/tokens.css';
import './page.css';
import './tables.css';
import './beats.css';
import './article.css';
import './study.css';
import './still.css';
import './closing.css';
import '../figures/figure.css';

// The exercises, the share dialog and the inspector's work bring their own: who doesn't open one needs none.
import.meta.glob(['../figures/*/*.css', '!../figures/{bug_hunt,challenge,share}/*.css', '!../figures/inspector/inspector_file.css'], { eager: true });
