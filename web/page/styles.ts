// Every page's styles, those of the figures too: still pictures are dressed before any figure's program is there.
import 'virtual:katex.css';
import '../figures/tokens.css';
import './page.css';
import './tables.css';
import './beats.css';
import './article.css';
import './still.css';
import './closing.css';
import '../figures/figure.css';

import.meta.glob('../figures/*/*.css', { eager: true });
